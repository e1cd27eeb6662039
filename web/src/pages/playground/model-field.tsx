import { Select, Text } from '@mantine/core';
import type { Models } from '../../api/contract';
import { describeModel } from './describe-model';
import { describeSeconds } from '../../generations/typical-time';

interface Props {
  readonly value: string;
  readonly models: Models['video'];
  readonly onChange: (id: string) => void;
}

/** Chooses a video model from a list with prices, options and times. */
export function ModelField({ value, models, onChange }: Props) {
  return (
    <Select
      label="Model"
      data={models.map(({ id, name }) => ({ value: id, label: name }))}
      renderOption={({ option }) => {
        const model = models.find(({ id }) => id === option.value);
        return (
          <div>
            <Text fz="sm">{option.label}</Text>
            <Text fz="xs" c="dimmed">
              {describeModel(model)} · {describeSeconds(model?.typical_seconds)}
            </Text>
          </div>
        );
      }}
      value={value}
      onChange={(id) => onChange(id ?? '')}
      allowDeselect={false}
    />
  );
}
