import { Stack, Textarea } from '@mantine/core';
import { VoiceField } from '../../components/voice-field';
import type { Problem } from '../../requests/problem';
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
  const { script, voiceKey } = draft;
  const isSpoken = hasScript(draft, model);
  const findProblem = (field: string) => {
    const issue = isSpoken && issues.find(({ path }) => path === field);
    return issue && `The script ${issue.message}.`;
  };
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
        <VoiceField
          value={voiceKey}
          placeholder={draft.characterId === null ? 'Default voice' : "The character's voice"}
          error={findProblem('voice_key')}
          // The language of an earlier request belongs to its voice.
          onChange={(key) => onChange({ voiceKey: key, language: '' })}
        />
      )}
    </Stack>
  );
}
