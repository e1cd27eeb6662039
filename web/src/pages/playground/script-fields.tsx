import { Stack, Textarea } from '@mantine/core';
import { LanguageField } from '../../components/language-field';
import { VoiceField } from '../../components/voice-field';
import { describeIssue, type Problem } from '../../requests/problem';
import type { Draft, Options } from './draft';
import { chooseClip, describeLength, hasScript } from './script';

/** Maximum length of a script, as in the API. */
const SCRIPT_MAX = 2_000;

interface Props {
  readonly draft: Draft;
  readonly model: NonNullable<Options['video']>;
  readonly issues: Problem['issues'];
  readonly onChange: (next: Partial<Draft>) => void;
}

/** The text that the person in a clip speaks, with its voice. */
export function ScriptFields({ draft, model, issues, onChange }: Props) {
  const { script, voiceKey, language } = draft;
  const isSpoken = hasScript(draft, model);
  const findProblem = (field: string, noun = field) =>
    isSpoken && describeIssue(issues, field, noun);
  return (
    <Stack gap="sm">
      <Textarea
        label="Script"
        placeholder="Welcome to our new shop."
        description={
          isSpoken
            ? describeLength(script, chooseClip(draft, model))
            : 'A person in the clip speaks this text.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={findProblem('script')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={SCRIPT_MAX}
        value={script}
        onChange={({ currentTarget }) => onChange({ script: currentTarget.value })}
      />
      {isSpoken && (
        <>
          <VoiceField
            value={voiceKey}
            placeholder={draft.characterId === null ? 'Default voice' : "The character's voice"}
            error={findProblem('voice_key', 'voice')}
            // The language of an earlier request belongs to its voice.
            onChange={(key) => onChange({ voiceKey: key, language: '' })}
          />
          <LanguageField
            value={language === '' ? null : language}
            error={findProblem('language')}
            onChange={(tag) => onChange({ language: tag ?? '' })}
          />
        </>
      )}
    </Stack>
  );
}
