import { expect } from 'chai';
import fc from 'fast-check';
import { runWithoutPause } from '../../adapters/moderation/slices.js';
import { createTextCheck } from '../../adapters/moderation/text.js';
import { INNOCENT_PROMPTS, REFUSED_PROMPTS } from './prompts.js';

const builtIn = createTextCheck([]);
const check = (prompt: string) => runWithoutPause(builtIn(prompt));
const reasonOf = (prompt: string, blockedTerms: readonly string[] = []): string | null => {
  const verdict = runWithoutPause(createTextCheck(blockedTerms)(prompt));
  return verdict.allowed ? null : verdict.reason;
};

describe('the built-in moderation rules', () => {
  it('accept every prompt on the innocent list', () => {
    expect(INNOCENT_PROMPTS.length).to.be.at.least(60);
    const refused = INNOCENT_PROMPTS.filter((prompt) => !check(prompt).allowed);
    expect(refused).to.deep.equal([]);
  });

  it('refuse every prompt on the forbidden list', () => {
    expect(REFUSED_PROMPTS.length).to.be.at.least(60);
    const passed = REFUSED_PROMPTS.filter((prompt) => check(prompt).allowed);
    expect(passed).to.deep.equal([]);
  });

  it('refuse a forbidden prompt inside an innocent prompt', () => {
    for (const [index, prompt] of REFUSED_PROMPTS.entries()) {
      const around = INNOCENT_PROMPTS[index % INNOCENT_PROMPTS.length] ?? '';
      expect(check(`${around}. ${prompt}. ${around}`).allowed, prompt).to.equal(false);
    }
  });

  it("log the rule, or the number of an operator's term, but never the words", () => {
    expect(reasonOf('a naked child')).to.equal('rule: minors and sex');
    expect(reasonOf('sex against her will')).to.equal('rule: sex without consent');
    expect(reasonOf('my classmate nude')).to.equal('rule: sex and real people');
    expect(reasonOf('lolicon')).to.equal('rule: never');
    expect(reasonOf('explicit porn')).to.equal('rule: pornography');
    expect(reasonOf('p o r n')).to.equal('rule: pornography');
    expect(reasonOf('extreme gore')).to.equal('rule: gore');
    expect(reasonOf('n u d e c h i l d')).to.equal('rule: minors and sex');
    expect(reasonOf('n-a-k-e-d')).to.equal('rule: spelt-out letters');
    expect(reasonOf('the acme logo', ['other', 'ACME'])).to.equal('blocked term 2 of the operator');
    expect(reasonOf('a red fox')).to.equal(null);
  });

  it('remove an innocent phrase and check the remaining text', () => {
    expect(reasonOf('a naked mole rat and a kid')).to.equal(null);
    expect(reasonOf('a naked mole rat and a naked kid')).to.equal('rule: minors and sex');
  });

  it('accept plain nudity, but not when it is spelt letter by letter', () => {
    expect(reasonOf('a nude woman, oil painting')).to.equal(null);
    expect(reasonOf('a n.u.d.e woman, oil painting')).to.equal('rule: spelt-out letters');
  });

  it("do not recognise people's names", () => {
    expect(reasonOf('Jane Example, nude')).to.equal(null);
    expect(reasonOf('Jane Example, celebrity, nude')).to.equal('rule: sex and real people');
  });

  it('reach a verdict on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(check(text)).to.have.property('allowed');
      }),
    );
  });
});
