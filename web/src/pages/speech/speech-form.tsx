import { Button, Group, Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateSpeech } from '../../api/contract';
import { request } from '../../api/request';
import { SpeechIcon } from '../../components/icons';
import { LanguageField } from '../../components/language-field';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { TooDear } from '../../components/too-few-credits';
import { VoiceField } from '../../components/voice-field';
import { formatCredits } from '../../format/numbers';
import { useQuote } from '../../generations/use-quote';
import { createIdempotencyKey } from '../../requests/idempotency';
import {
  describeLength,
  EMPTY_DRAFT,
  FORMATS,
  SPEEDS,
  TEXT_MAX,
  toBody,
  type SpeechDraft,
} from './draft';
import { SPEECH_LIST } from './use-speech-list';

interface SentSpeech {
  readonly body: CreateSpeech;
  readonly headers: ReturnType<typeof createIdempotencyKey>;
}

/** The text to speak and how, with the price and the Generate button. */
export function SpeechForm() {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const body = toBody(draft);
  const quote = useQuote(body && { type: 'speech', ...body });
  const price = body ? quote.data : undefined;
  const speak = useMutation({
    mutationFn: (sent: SentSpeech) => request('POST /speech', sent),
    onSettled: () =>
      Promise.all(
        [SPEECH_LIST, ['quote']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <Panel>
      <Stack gap="md">
        <SpeechFields draft={draft} onChange={setDraft} />
        {body && quote.error && (
          <ProblemNotice error={quote.error} onRetry={() => void quote.refetch()} />
        )}
        {price && !price.affordable && (
          <TooDear price={price.credits} available={price.available_credits} />
        )}
        {speak.error && (
          // The same key, because the request may have been accepted although no response arrived.
          <ProblemNotice error={speak.error} onRetry={() => speak.mutate(speak.variables)} />
        )}
        <Group justify="space-between" gap="sm">
          <Text fw={650} fz="lg" className="number" aria-live="polite">
            {price ? formatCredits(price.credits) : '–'}
          </Text>
          <Button
            leftSection={<SpeechIcon size={16} />}
            disabled={!body || Boolean(quote.error) || price?.affordable === false}
            loading={speak.isPending}
            onClick={() => body && speak.mutate({ body, headers: createIdempotencyKey() })}
          >
            Generate
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

interface FieldsProps {
  readonly draft: SpeechDraft;
  readonly onChange: (draft: SpeechDraft) => void;
}

function SpeechFields({ draft, onChange }: FieldsProps) {
  const change = (next: Partial<SpeechDraft>) => onChange({ ...draft, ...next });
  return (
    <>
      <Textarea
        label="Text"
        placeholder="Good morning. The train leaves at nine."
        description={toBody(draft) ? describeLength(draft) : 'The voice speaks this text.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={TEXT_MAX}
        value={draft.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <VoiceField
          value={draft.voiceKey}
          placeholder="Default voice"
          onChange={(voiceKey) => change({ voiceKey })}
        />
        <LanguageField value={draft.language} onChange={(language) => change({ language })} />
      </SimpleGrid>
      <Group grow>
        <Select
          label="Speed"
          data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          value={draft.speed}
          onChange={(speed) => speed && change({ speed })}
          allowDeselect={false}
        />
        <Select
          label="Format"
          data={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          value={draft.format}
          onChange={(format) => format && change({ format })}
          allowDeselect={false}
        />
      </Group>
    </>
  );
}
