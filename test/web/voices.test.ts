import { expect } from 'chai';
import {
  describeVoice,
  listLanguageOptions,
  listSpokenLanguages,
  listVoiceOptions,
} from '../../web/src/format/voices.js';
import { describeIssue } from '../../web/src/requests/problem.js';

const GRACE = {
  voice_key: 'grace',
  name: 'Grace',
  gender: 'female',
  language: 'en-US',
  accent: 'American',
  type: 'preset',
} as const;
const JAN = {
  voice_key: 'vce_1',
  name: 'Jan',
  gender: 'male',
  language: 'nl',
  accent: 'Dutch',
  type: 'cloned',
} as const;

const GRACE_OPTION = { value: 'grace', label: 'Grace · female, American English' };
const JAN_OPTION = { value: 'vce_1', label: 'Jan · male, Dutch' };

describe('voices of the dashboard', () => {
  it('are described without repeating the language', () => {
    expect(describeVoice(GRACE)).to.equal('female, American English');
    expect(describeVoice(JAN)).to.equal('male, Dutch');
    const cloned = { ...JAN, language: 'en-GB', accent: 'British English' };
    expect(describeVoice(cloned)).to.equal('male, British English');
  });

  it('are options in two groups, the cloned voices first', () => {
    expect(listVoiceOptions([GRACE, JAN])).to.deep.equal([
      { group: 'Your voices', items: [JAN_OPTION] },
      { group: 'Preset voices', items: [GRACE_OPTION] },
    ]);
  });

  it('are options without groups if the account has cloned none', () => {
    expect(listVoiceOptions([GRACE])).to.deep.equal([GRACE_OPTION]);
    expect(listVoiceOptions([])).to.deep.equal([]);
  });
});

describe('languages of the dashboard', () => {
  it('are sorted by name, each once', () => {
    expect(listLanguageOptions(['nl', 'en', 'de', 'en'])).to.deep.equal([
      { value: 'nl', label: 'Dutch' },
      { value: 'en', label: 'English' },
      { value: 'de', label: 'German' },
    ]);
  });

  it('are the languages of all voices without regions, and the chosen one', () => {
    const voices = [GRACE, { language: 'en-GB' }, JAN];
    const list = (chosen: string | null) =>
      listSpokenLanguages(voices, chosen).map(({ value }) => value);
    expect(list(null)).to.deep.equal(['nl', 'en']);
    expect(list('en')).to.deep.equal(['nl', 'en']);
    expect(list('en-US')).to.deep.equal(['en-US', 'nl', 'en']);
  });
});

describe('a refused form', () => {
  it('shows the problem of each field as a sentence', () => {
    const issues = [{ path: 'consent.statement', message: 'is too short' }];
    expect(describeIssue(issues, 'consent.statement', 'consent')).to.equal(
      'The consent is too short.',
    );
    expect(describeIssue(issues, 'consent.speaker', 'speaker')).to.equal(null);
  });
});
