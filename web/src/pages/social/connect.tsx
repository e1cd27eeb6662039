import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { connectSocialAccount, type SocialConnectLink, type SocialPlatform } from '../../api';
import { CodeBlock } from '../../components/code-block';
import { ExternalIcon } from '../../components/icons';
import { UntilMoment } from '../../components/moment';
import { ProblemNotice } from '../../components/problem-notice';
import { formatCredits } from '../../lib/format';
import { newIdempotencyKey } from '../../lib/idempotency';
import { isPlatform, PLATFORM_NAMES, PLATFORMS } from './platforms';
import { useCharacters } from '../../lib/use-characters';

interface Choice {
  readonly character: string;
  readonly platform: SocialPlatform;
}

/** Makes the link by which an account is connected, and opens it. */
export function Connect() {
  const { choices } = useCharacters();
  const [character, setCharacter] = useState<string | null>(null);
  const [platform, setPlatform] = useState<string | null>(null);
  const link = useMutation({
    mutationFn: async (choice: Choice) => {
      const body = {
        character_id: choice.character,
        platform: choice.platform,
        redirect_url: `${window.location.origin}/app/social`,
      };
      const headers = newIdempotencyKey();
      const { data } = await connectSocialAccount({ body, headers, throwOnError: true });
      return data;
    },
  });
  if (link.data) return <ConnectLink link={link.data} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (character && isPlatform(platform)) link.mutate({ character, platform });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Select
          label="Character"
          description="Whose account it will be"
          required
          searchable
          data={choices}
          value={character}
          onChange={setCharacter}
          nothingFoundMessage="No characters yet"
        />
        <Select
          label="Platform"
          required
          data={PLATFORMS}
          value={platform}
          onChange={setPlatform}
        />
        {link.error && <ProblemNotice error={link.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={link.isPending} disabled={!character || !platform}>
            Make the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ConnectLink({ link }: { readonly link: SocialConnectLink }) {
  const { url, platform, expires_at: expires, monthly_fee_credits: fee } = link;
  return (
    <Stack>
      <Text fz="sm">
        The link works once. It ends <UntilMoment at={expires} />.{' '}
        {fee === 0
          ? 'The plan includes the account.'
          : `The account costs ${formatCredits(fee)} every 30 days.`}
      </Text>
      <Button component="a" href={url} rightSection={<ExternalIcon size={16} />}>
        Connect {PLATFORM_NAMES[platform]} in this browser
      </Button>
      <Text fz="sm">Or send it to whoever owns the account:</Text>
      <CodeBlock text={url} what="link" />
    </Stack>
  );
}
