import { Image, Radio, SegmentedControl, Select, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customization, Presets } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { ProblemNotice } from '../../components/problem-notice';
import classes from './preset-gallery.module.css';

type Preset = Presets['ready'][number] | Presets['customizable'][number];

/** A chosen preset, with the appearance of a customizable one. */
export interface PresetChoice {
  readonly id: string;
  readonly name: string;
  /** Null for a ready-made portrait. */
  readonly customization: Customization | null;
}

interface Props {
  readonly chosen: PresetChoice | null;
  readonly onChoose: (choice: PresetChoice) => void;
}

/** Shows the portraits of all presets, and the options of a customizable one that is chosen. */
export function PresetGallery({ chosen, onChoose }: Props) {
  const { data, error, refetch } = useQuery({
    ...apiQuery('/characters/presets'),
    staleTime: Infinity,
  });
  const [gender, setGender] = useState('all');
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={360} />;
  const presets: readonly Preset[] = [...data.ready, ...data.customizable];
  const choose = (id: string) => {
    const preset = presets.find((one) => one.base_id === id);
    if (!preset) return;
    const customization = 'defaults' in preset ? preset.defaults : null;
    onChoose({ id, name: preset.name, customization });
  };
  return (
    <>
      <SegmentedControl
        aria-label="Filter by gender"
        size="xs"
        value={gender}
        onChange={setGender}
        data={[
          { value: 'all', label: 'All' },
          { value: 'female', label: 'Female' },
          { value: 'male', label: 'Male' },
        ]}
      />
      <Radio.Group label="Preset" required value={chosen?.id ?? null} onChange={choose}>
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing="sm" className={classes.gallery}>
          {presets
            .filter((one) => gender === 'all' || one.gender === gender)
            .map((preset) => (
              <PresetCard key={preset.base_id} preset={preset} />
            ))}
        </SimpleGrid>
      </Radio.Group>
      {chosen?.customization && (
        <Appearance
          value={chosen.customization}
          onChange={(customization) => onChoose({ ...chosen, customization })}
        />
      )}
    </>
  );
}

function PresetCard({ preset }: { readonly preset: Preset }) {
  const { base_id: id, name, description, customizable } = preset;
  return (
    <Radio.Card
      value={id}
      radius="md"
      className={classes.card}
      aria-label={name}
      title={description}
    >
      <Image src={`/media/presets/${id}.webp`} alt="" loading="lazy" className={classes.portrait} />
      <Text fz="sm" fw={600} px="xs" pt={6}>
        {name}
      </Text>
      <Text fz="xs" c="dimmed" px="xs" pb={6}>
        {customizable ? 'Customizable' : 'Ready-made'}
      </Text>
    </Radio.Card>
  );
}

const OPTIONS: {
  readonly [Option in keyof Customization]: {
    readonly label: string;
    readonly values: readonly Customization[Option][];
  };
} = {
  skin_tone: { label: 'Skin tone', values: ['light', 'medium'] },
  hair_color: { label: 'Hair color', values: ['black', 'brown', 'blonde'] },
  eye_color: { label: 'Eye color', values: ['brown', 'green', 'blue'] },
  body_type: { label: 'Build', values: ['slim', 'average', 'athletic'] },
  age_range: { label: 'Age', values: ['young', 'middle', 'mature'] },
};

interface AppearanceProps {
  readonly value: Customization;
  readonly onChange: (value: Customization) => void;
}

function Appearance({ value, onChange }: AppearanceProps) {
  return (
    <>
      <Text fz="sm" c="dimmed">
        The picture shows the default appearance. The new portrait is drawn with your choices.
      </Text>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
        {Object.entries(OPTIONS).map(([option, { label, values }]) => (
          <Select
            key={option}
            label={label}
            allowDeselect={false}
            data={[...values]}
            value={value[option as keyof Customization]}
            onChange={(next) => next && onChange({ ...value, [option]: next })}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
