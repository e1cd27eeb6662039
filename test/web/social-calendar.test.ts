import { expect } from 'chai';
import { describeSent, groupCaptions } from '../../web/src/pages/social/caption-groups.js';
import {
  findPeriod,
  listWeek,
  moveDay,
  moveTime,
  suggestTime,
  toLocalTime,
} from '../../web/src/pages/social/local-time.js';

const at = (text: string) => new Date(text).getTime();

describe('the calendar of posts', () => {
  it('lists a week from Monday to Sunday, for each of its days', () => {
    const week = listWeek('2026-11-29');
    expect(week[0]).to.equal('2026-11-23');
    expect(week[6]).to.equal('2026-11-29');
    for (const day of week) expect(listWeek(day)).to.deep.equal(week);
    expect(moveDay('2026-12-31', 1)).to.equal('2027-01-01');
  });

  it('reads a month from its first to its last day, and a week from Monday to Sunday', () => {
    const period = (from: string, until: string) => ({ from: at(from), until: at(until) });
    expect(findPeriod('2026-12', undefined)).to.deep.equal(
      period('2026-12-01T00:00', '2027-01-01T00:00'),
    );
    expect(findPeriod('2026-11', '2026-12-02')).to.deep.equal(
      period('2026-11-30T00:00', '2026-12-07T00:00'),
    );
    expect(findPeriod('1969-01', undefined)).to.deep.equal({ from: 0, until: 0 });
  });

  it('moves a post to a day at the same time, or to an hour at the same minute', () => {
    const from = at('2026-11-23T18:45');
    expect(toLocalTime(moveTime(from, '2026-12-01'))).to.equal('2026-12-01T18:45');
    expect(toLocalTime(moveTime(from, '2026-12-01', 7))).to.equal('2026-12-01T07:45');
  });

  it('suggests 10 o’clock, the next full hour today, and no time that has passed', () => {
    const now = at('2026-11-23T14:50');
    expect(suggestTime('2026-11-24', now)).to.equal('2026-11-24T10:00');
    expect(suggestTime('2026-11-23', now)).to.equal('2026-11-23T16:00');
    expect(suggestTime('2026-11-22', now)).to.equal(null);
    expect(suggestTime('2026-11-23', now, 15)).to.equal(null);
    expect(suggestTime('2026-11-23', now, 16)).to.equal('2026-11-23T16:00');
    expect(suggestTime('2026-11-23', at('2026-11-23T23:30'))).to.equal(null);
  });
});

describe('the captions of a post', () => {
  it('make one post for each distinct caption', () => {
    const captions: Record<string, string> = { x: 'A', threads: 'B', tiktok: 'A' };
    expect(groupCaptions(Object.keys(captions), (name) => captions[name] ?? '')).to.deep.equal([
      { caption: 'A', platforms: ['x', 'tiktok'] },
      { caption: 'B', platforms: ['threads'] },
    ]);
  });

  it('are reported together after they were sent', () => {
    expect(describeSent(['scheduled'])).to.equal('Post scheduled.');
    expect(describeSent(['partial'])).to.equal('Post partially published.');
    expect(describeSent(['published', 'failed', 'published'])).to.equal(
      '2 posts published, 1 post failed.',
    );
  });
});
