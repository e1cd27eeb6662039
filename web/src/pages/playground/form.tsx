import { Accordion, Group, Loader, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Models } from '../../api/contract';
import type { Problem } from '../../requests/problem';
import { Choice } from './choice';
import { EMPTY_DRAFT, findOptions, fitTo, type Draft, type Options } from './draft';
import { PromptField } from './prompt-field';
import { chooseClip, hasScript } from './script';
import { ScriptFields } from './script-fields';
import { SeedField } from './seed-field';
import { SubjectFields } from './subject-fields';
import { ModelField } from './model-field';
import { describeSeconds } from '../../generations/typical-time';

interface Props {
  readonly draft: Draft;
  readonly models: Models;
  readonly options: Options;
  /** Problems that the server has found in the request. */
  readonly issues: Problem['issues'];
  readonly onChange: (draft: Draft) => void;
}

/** Shows only the chosen model's fields. */
export function Form({ draft, models, options, issues, onChange }: Props) {
  const change = (next: Partial<Draft>) => onChange({ ...draft, ...next });
  const refit = (next: Partial<Draft>) => {
    const changed = { ...draft, ...next };
    onChange(fitTo(findOptions(changed, models), changed));
  };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Output type"
        data={[
          { value: 'image', label: 'Image' },
          { value: 'video', label: 'Video' },
        ]}
        value={draft.type}
        onChange={(type) =>
          refit({ type: type === 'video' ? 'video' : 'image', files: {}, wanted: [] })
        }
      />
      {options.video && (
        <ModelField
          value={options.video.id}
          models={models.video}
          onChange={(videoModel) => refit({ videoModel })}
        />
      )}
      <Text fz="xs" c="dimmed" mt={-8}>
        Typical time on this service:{' '}
        {describeSeconds((options.video ?? models.image).typical_seconds)}.
      </Text>
      <PromptField
        value={draft.prompt}
        placeholder={
          draft.edit
            ? 'Describe the change: make it night'
            : options.video
              ? 'A red fox runs through fresh snow'
              : 'A red fox in snow at sunrise'
        }
        max={options.promptMax}
        onChange={(prompt) => change({ prompt })}
        onReset={() => onChange({ ...EMPTY_DRAFT, type: draft.type })}
      />
      {options.video && !options.video.requires_motion_video && (
        <ScriptFields draft={draft} model={options.video} issues={issues} onChange={change} />
      )}
      <OptionFields draft={draft} options={options} onChange={change} />
      <Extras draft={draft} options={options} onChange={change} />
    </Stack>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly options: Options;
  readonly onChange: (next: Partial<Draft>) => void;
}

function OptionFields({ draft, options, onChange }: PartProps) {
  const defaults = options.video?.defaults;
  return (
    <>
      <Group align="flex-end" gap="sm">
        <Choice
          label="Aspect ratio"
          value={draft.aspectRatio}
          offered={options.ratios}
          standard={options.standardRatio}
          onChange={(aspectRatio) => onChange({ aspectRatio })}
        />
        <Choice
          label="Resolution"
          value={draft.resolution}
          offered={options.resolutions}
          standard={defaults?.resolution ?? '1K'}
          onChange={(resolution) => onChange({ resolution })}
        />
      </Group>
      <Group align="flex-end" gap="sm">
        <Choice
          label="Duration"
          value={draft.duration}
          offered={options.durations}
          standard={options.video ? chooseClip({ ...draft, duration: '' }, options.video) : ''}
          suffix=" s"
          onChange={(duration) => onChange({ duration })}
        />
        <Choice
          label="Count"
          value={String(draft.count)}
          offered={['1', '2', '3', '4']}
          standard="1"
          onChange={(count) => onChange({ count: Number(count) })}
        />
        <SeedField value={draft.seed} onChange={(seed) => onChange({ seed })} />
      </Group>
      {options.video?.requires_motion_video && (
        <Choice
          label="Match orientation of"
          value={draft.orientation}
          offered={['video', 'image']}
          standard="video"
          onChange={(orientation) => onChange({ orientation })}
        />
      )}
      {options.video?.audio && (
        <Switch
          label="Audio"
          checked={draft.audio ?? (hasScript(draft, options.video) || options.video.defaults.audio)}
          onChange={({ currentTarget }) => onChange({ audio: currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Loaded when the section first opens, because most requests have no files. */
const MediaFields = lazy(async () => ({ default: (await import('./media-fields')).MediaFields }));

/** Optional inputs, collapsed until one is set. */
function Extras({ draft, options, onChange }: PartProps) {
  const isUsed = Object.values(draft.files).some((files) => files.length > 0);
  const hasSubject = draft.characterId !== null || draft.productId !== null;
  const isOpen = isUsed || hasSubject || draft.wanted.length > 0;
  // Keep the section mounted so that uploads continue while it is collapsed.
  const [hasMedia, setHasMedia] = useState(isOpen);
  return (
    <Accordion
      variant="separated"
      multiple
      defaultValue={isOpen ? ['media'] : []}
      order={2}
      classNames={{ label: 'accordion-label' }}
      onChange={(opened) => setHasMedia((before) => before || opened.includes('media'))}
    >
      <Accordion.Item value="media">
        <Accordion.Control>Characters, products and media</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <SubjectFields draft={draft} onChange={onChange} />
            {hasMedia && (
              <Suspense fallback={<Loader size="sm" />}>
                <MediaFields draft={draft} options={options} onChange={onChange} />
              </Suspense>
            )}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
