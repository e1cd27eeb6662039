import { Button, Group, Textarea } from '@mantine/core';
import { lazy } from 'react';
import { LazyMenu } from '../../components/lazy-menu';
import { useSession } from '../../session/session';
import { readPrompts } from './kept-draft';

const PromptHistory = lazy(() => import('./prompt-history'));

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
  const prompts = readPrompts(useSession());
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
        {prompts.length === 0 ? (
          <span />
        ) : (
          <LazyMenu
            renderMenu={(button) => (
              <PromptHistory button={button} prompts={prompts} onChoose={onChange} />
            )}
            button={
              <Button size="compact-xs" variant="subtle" color="gray">
                Prompt history
              </Button>
            }
          />
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onReset}>
          Reset
        </Button>
      </Group>
    </div>
  );
}
