import { Button, Group, Menu, Text, Textarea } from '@mantine/core';
import { useSession } from '../../session/session';
import { readPrompts } from './kept-draft';

interface Props {
  readonly value: string;
  readonly placeholder: string;
  /** Maximum length; null if the model has none. */
  readonly max: number | null;
  readonly onChange: (prompt: string) => void;
  /** Clears the whole form. */
  readonly onReset: () => void;
}

/** The prompt, with the earlier prompts to choose from. */
export function PromptField({ value, placeholder, max, onChange, onReset }: Props) {
  return (
    <div>
      <Textarea
        label="Prompt"
        placeholder={placeholder}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={max ?? undefined}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap={4} mt={4} justify="space-between">
        <PromptHistory onChoose={onChange} />
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onReset}>
          Reset
        </Button>
      </Group>
    </div>
  );
}

function PromptHistory({ onChoose }: { readonly onChoose: (prompt: string) => void }) {
  const prompts = readPrompts(useSession());
  if (prompts.length === 0) return <span />;
  return (
    <Menu
      position="bottom-start"
      width={270}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" color="gray">
          Prompt history
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} className="scrolling">
        {prompts.map((prompt) => (
          <Menu.Item key={prompt} onClick={() => onChoose(prompt)}>
            <Text fz="sm" lineClamp={2}>
              {prompt}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
