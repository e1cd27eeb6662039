import { Checkbox, Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { request } from '../../api/request';
import { DialogForm } from '../../components/dialog-form';
import { listLanguageOptions } from '../../format/voices';
import { CLONED_LANGUAGES } from '../../generations/cloned-voices';
import { createIdempotencyKey } from '../../requests/idempotency';
import { describeIssue, readProblem, type Problem } from '../../requests/problem';
import { MediaField } from '../../uploads/media-field';
import { EMPTY_CLONE, toCloneBody, type CloneDraft } from './clone-draft';
import { GENDERS } from './filters';

/** Limits of the texts, as in the API. */
const NAME_MAX = 30;
const SPEAKER_MAX = 100;
const STATEMENT_MIN = 20;
const STATEMENT_MAX = 1_000;

/** The form that clones a voice from a recording, with the consent of the speaker. */
export function CloneVoice({ onDone }: { readonly onDone: () => void }) {
  const [draft, setDraft] = useState(EMPTY_CLONE);
  const [issues, setIssues] = useState<Problem['issues']>([]);
  const body = toCloneBody(draft);
  const save = async () => {
    if (!body) return;
    setIssues([]);
    try {
      const voice = await request('POST /voices', { body, headers: createIdempotencyKey() });
      notifications.show({ message: `${voice.name} is now one of your voices.` });
    } catch (error) {
      setIssues(readProblem(error).issues);
      throw error;
    }
    onDone();
  };
  const parts = {
    draft,
    onChange: (next: Partial<CloneDraft>) => setDraft({ ...draft, ...next }),
    findProblem: (path: string, noun: string) => describeIssue(issues, path, noun),
  };
  return (
    <DialogForm label="Clone voice" isReady={body !== null} act={save} onCancel={onDone}>
      <VoiceFields {...parts} />
      <ConsentFields {...parts} />
    </DialogForm>
  );
}

interface PartProps {
  readonly draft: CloneDraft;
  readonly onChange: (next: Partial<CloneDraft>) => void;
  readonly findProblem: (path: string, noun: string) => string | null;
}

function VoiceFields({ draft, onChange, findProblem }: PartProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={NAME_MAX}
        error={findProblem('name', 'name')}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Input.Wrapper label="Gender" labelElement="div">
        <SegmentedControl
          aria-label="Gender"
          fullWidth
          value={draft.gender}
          onChange={(gender) => onChange({ gender })}
          data={[...GENDERS]}
        />
      </Input.Wrapper>
      <Select
        label="Language"
        description="The language of the recording"
        required
        searchable
        data={listLanguageOptions(CLONED_LANGUAGES)}
        nothingFoundMessage="Voices cannot be cloned in this language"
        error={findProblem('language', 'language')}
        value={draft.language}
        onChange={(language) => onChange({ language })}
      />
      <MediaField
        label="Recording"
        description="One person who speaks for 5–60 seconds, without music. WAV or MP3, up to 15 MB. The first 10 seconds count most"
        accept="audio/*"
        required
        max={1}
        error={findProblem('recording', 'recording')}
        files={draft.files}
        onChange={(files) => onChange({ files })}
      />
    </>
  );
}

function ConsentFields({ draft, onChange, findProblem }: PartProps) {
  return (
    <>
      <TextInput
        label="Speaker"
        description="Name of the person in the recording"
        required
        maxLength={SPEAKER_MAX}
        error={findProblem('consent.speaker', 'name of the speaker')}
        value={draft.speaker}
        onChange={({ currentTarget }) => onChange({ speaker: currentTarget.value })}
      />
      <Textarea
        label="Consent"
        description="The words with which this person agreed. They are stored with the voice"
        required
        autosize
        minRows={2}
        maxRows={8}
        minLength={STATEMENT_MIN}
        maxLength={STATEMENT_MAX}
        error={findProblem('consent.statement', 'consent')}
        value={draft.statement}
        onChange={({ currentTarget }) => onChange({ statement: currentTarget.value })}
      />
      <Checkbox label="I have the consent of this person" required />
    </>
  );
}
