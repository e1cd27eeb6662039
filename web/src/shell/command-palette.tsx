import '@mantine/spotlight/styles.css';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ComponentType } from 'react';
import type { Session } from '../api/contract';
import { apiQuery } from '../api/queries';
import { BookIcon, LibraryIcon, PlaygroundIcon, SearchIcon } from '../components/icons';
import { formatRelative } from '../format/times';
import { mayChange } from '../session/session';
import { NAVIGATION } from './navigation';

interface Props {
  readonly session: Session;
  /** Opens the palette whenever it changes. */
  readonly openings: number;
  readonly onHelp: () => void;
}

/** Finds pages, actions and results by their words. */
export default function CommandPalette({ session, openings, onHelp }: Props) {
  const [query, setQuery] = useState('');
  const { pages, actions } = useCommands(session, onHelp);
  const words = query.trim();
  return (
    <>
      <Opening key={openings} />
      <Spotlight.Root
        query={query}
        onQueryChange={setQuery}
        shortcut={null}
        attributes={{ content: { 'aria-label': 'Commands' } }}
        styles={{ actionDescription: { opacity: 1 } }}
        scrollable
        maxHeight={420}
      >
        <Spotlight.Search
          placeholder="Search pages, actions and prompts"
          aria-label="Search pages, actions and prompts"
          leftSection={<SearchIcon size={18} />}
        />
        <Spotlight.ActionsList>
          <Group label="Pages" commands={pages} words={words} />
          <Group label="Actions" commands={actions} words={words} />
          <Results words={words} />
        </Spotlight.ActionsList>
        <Spotlight.Footer>
          <Text fz="xs" c="dimmed">
            ↑ ↓ to choose, Enter to open, Esc to close
          </Text>
        </Spotlight.Footer>
      </Spotlight.Root>
    </>
  );
}

/** Opens the palette when it mounts. */
function Opening() {
  useEffect(() => {
    spotlight.open();
  }, []);
  return null;
}

interface Command {
  readonly label: string;
  readonly icon: ComponentType<{ size?: number }>;
  readonly run: () => void;
}

/** Returns the pages and actions that the user may open. */
function useCommands(session: Session, onHelp: () => void) {
  const navigate = useNavigate();
  const goTo = (to: string) => () => void navigate({ to });
  const generate = {
    label: 'Generate an image or a video',
    icon: PlaygroundIcon,
    run: goTo('/playground'),
  };
  const pages: Command[] = NAVIGATION.flatMap(({ items }) => items)
    .filter(({ isFor }) => isFor?.(session) ?? true)
    .map(({ to, label, icon }) => ({ label, icon, run: goTo(to) }));
  const actions: Command[] = [
    ...(mayChange(session.role) ? [generate] : []),
    { label: 'Read the documentation', icon: BookIcon, run: () => location.assign('/docs') },
    { label: 'Show keyboard shortcuts', icon: SearchIcon, run: onHelp },
  ];
  return { pages, actions };
}

interface GroupProps {
  readonly label: string;
  readonly commands: readonly Command[];
  readonly words: string;
}

function Group({ label, commands, words }: GroupProps) {
  const found = commands.filter((one) => one.label.toLowerCase().includes(words.toLowerCase()));
  if (found.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {found.map(({ label: name, icon: Icon, run }) => (
        <Spotlight.Action key={name} label={name} leftSection={<Icon size={18} />} onClick={run} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

const PAUSE_MS = 200;
const RESULTS = 6;
const GENERATION_ID = /^gen_[0-9a-f]{32}$/;

/** Shows the newest generations whose prompt has the words, or the one with that id. */
function Results({ words }: { readonly words: string }) {
  const navigate = useNavigate();
  const [searched] = useDebouncedValue(words, PAUSE_MS);
  const isId = GENERATION_ID.test(words);
  const { data } = useQuery({
    ...apiQuery('/generations', { query: { limit: RESULTS, ...(searched && { q: searched }) } }),
    enabled: !GENERATION_ID.test(searched),
    placeholderData: (before) => before,
  });
  const open = (id: string) => () =>
    void navigate({ to: '/library/$generationId', params: { generationId: id } });
  if (isId) {
    const command = { label: `Open ${words}`, icon: LibraryIcon, run: open(words) };
    return <Group label="Library" commands={[command]} words="" />;
  }
  return (
    <>
      <Spotlight.ActionsGroup label={words ? 'Results in the library' : 'Recent'}>
        {data?.data.map(({ id, type, request, created_at: at, result }) => (
          <Spotlight.Action
            key={id}
            label={request.prompt ?? 'No prompt'}
            description={`${type}, ${formatRelative(at)}`}
            leftSection={<Preview url={result?.thumbnail_url ?? null} />}
            onClick={open(id)}
          />
        ))}
      </Spotlight.ActionsGroup>
      {words && (
        <Spotlight.Action
          label={`Search the library for “${words}”`}
          leftSection={<LibraryIcon size={18} />}
          onClick={() => void navigate({ to: '/library', search: { q: words } })}
        />
      )}
    </>
  );
}

const Preview = ({ url }: { readonly url: string | null }) =>
  url ? <img src={url} alt="" width={32} height={32} /> : <LibraryIcon size={18} />;
