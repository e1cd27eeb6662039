import {
  Anchor,
  AspectRatio,
  Center,
  Group,
  Image,
  Loader,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Character } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { useVoices } from '../../queries/use-voices';
import { request } from '../../api/request';
import { EmptyState } from '../../components/empty-state';
import { Fact } from '../../components/fact';
import { GenerationTile } from '../../components/generation-tile';
import { PersonIcon } from '../../components/icons';
import { Id } from '../../components/id';
import { LinkButton } from '../../components/link-button';
import { Moment } from '../../components/moment';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { SubjectActions } from '../../components/subject-actions';
import { createIdempotencyKey } from '../../requests/idempotency';
import { readProblem } from '../../requests/problem';
import { mayChange, useSession } from '../../session/session';

const route = getRouteApi('/shell/characters/$characterId');

/** Number of results on the page; the library shows all. */
const RESULTS = 24;

export function CharacterPage() {
  const { characterId: id } = route.useParams();
  const { data, error, refetch } = useQuery(apiQuery('/characters/{id}', { params: { id } }));
  if (error && readProblem(error).code === 'NOT_FOUND') return <Gone />;
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data) return <Details character={data} />;
  return (
    <Center py={80}>
      <Loader />
    </Center>
  );
}

function Gone() {
  return (
    <EmptyState
      level={1}
      icon={<PersonIcon size={24} />}
      title="Character not found"
      action={<LinkButton to="/characters">Open characters</LinkButton>}
    >
      It may have been deleted, or it may belong to another account.
    </EmptyState>
  );
}

function Details({ character }: { readonly character: Character }) {
  const may = mayChange(useSession().role);
  const navigate = useNavigate();
  const { id, name, analysis } = character;
  const params = { id };
  const rename = (next: string) =>
    request('PATCH /characters/{id}', {
      params,
      body: { name: next },
      headers: createIdempotencyKey(),
    });
  const remove = async () => {
    await request('DELETE /characters/{id}', { params, headers: createIdempotencyKey() });
    await navigate({ to: '/characters' });
  };
  return (
    <Page
      title={name}
      back={
        <Anchor fz="sm" renderRoot={(props) => <Link to="/characters" {...props} />}>
          Characters
        </Anchor>
      }
      actions={
        may && (
          <>
            <SubjectActions name={name} rename={rename} remove={remove} />
            <LinkButton to="/playground" search={{ character: id }}>
              Use in playground
            </LinkButton>
          </>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel>
          <Photos character={character} />
        </Panel>
        <Panel title="Details">
          <Stack gap="sm">
            <Text fz="sm">
              {analysis?.character_analysis.detailed_description ?? 'Analyzing the photos…'}
            </Text>
            <Facts character={character} />
          </Stack>
        </Panel>
      </SimpleGrid>
      <Results id={id} name={name} />
    </Page>
  );
}

/** Shows whole photos, however wide the page is. */
function Photos({ character: { name, images } }: { readonly character: Character }) {
  return (
    <SimpleGrid cols={images.length}>
      {images.map((url, at) => (
        <Image
          key={url}
          src={url}
          alt={`Photo ${at + 1} of ${name}`}
          radius="md"
          mah={420}
          w="auto"
          maw="100%"
          mx="auto"
          fit="contain"
        />
      ))}
    </SimpleGrid>
  );
}

function Facts({ character }: { readonly character: Character }) {
  const { id, gender, type, voice_key: key, created_at: at } = character;
  const { voices } = useVoices();
  const voice = voices.find((one) => (key === null ? one.is_default : one.voice_key === key));
  return (
    <Stack component="dl" gap={10} m={0}>
      <Fact label="Source">{type === 'preset' ? 'Preset' : 'Photos'}</Fact>
      <Fact label="Gender">{gender}</Fact>
      <Fact label="Voice">
        <Group gap="xs">
          {voice?.name}
          <Anchor fz="sm" renderRoot={(props) => <Link to="/voices" {...props} />}>
            Change voice
          </Anchor>
        </Group>
      </Fact>
      <Fact label="Created">
        <Moment at={at} />
      </Fact>
      <Fact label="ID">
        <Id value={id} />
      </Fact>
    </Stack>
  );
}

function Results({ id, name }: { readonly id: string; readonly name: string }) {
  const query = { character_id: id, limit: RESULTS };
  const { data, error, refetch } = useQuery(apiQuery('/generations', { query }));
  const all = (
    <Anchor
      fz="sm"
      renderRoot={(props) => <Link to="/library" search={{ character: id }} {...props} />}
    >
      Show all in library
    </Anchor>
  );
  return (
    <Panel title="Images and videos" actions={data?.next_cursor && all}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <Text fz="sm" c="dimmed">
          Nothing yet. Images and videos with {name} appear here.
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 6 }} spacing="sm">
        {data?.data.map((generation) => (
          <AspectRatio key={generation.id} ratio={1}>
            <GenerationTile generation={generation} />
          </AspectRatio>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
