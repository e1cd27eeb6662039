import { Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SocialConnectLink, SocialPlatform } from '../../api/contract';
import { request } from '../../api/request';
import { CodeBlock } from '../../components/code-block';
import { DialogForm } from '../../components/dialog-form';
import { ExternalIcon } from '../../components/icons';
import { UntilMoment } from '../../components/moment';
import { formatCredits } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { isPlatform, PLATFORM_NAMES, PLATFORMS } from './platforms';
import { useCharacters } from '../../queries/use-characters';

/** Creates and shows a link that connects an account. */
export function Connect({ onDone }: { readonly onDone: () => void }) {
  const { choices } = useCharacters();
  const [character, setCharacter] = useState<string | null>(null);
  const [platform, setPlatform] = useState<SocialPlatform | null>(null);
  const [link, setLink] = useState<SocialConnectLink | null>(null);
  if (link) return <ConnectLink link={link} />;
  const make = async () => {
    if (!character || !platform) return;
    const body = {
      character_id: character,
      platform,
      redirect_url: `${window.location.origin}/app/social`,
    };
    const headers = createIdempotencyKey();
    setLink(await request('POST /social/accounts/connect', { body, headers }));
  };
  const isReady = character !== null && platform !== null;
  return (
    <DialogForm label="Create link" isReady={isReady} act={make} onCancel={onDone}>
      <Select
        label="Character"
        description="The account will belong to this character"
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
        onChange={(value) => setPlatform(isPlatform(value) ? value : null)}
      />
    </DialogForm>
  );
}

function ConnectLink({ link }: { readonly link: SocialConnectLink }) {
  const { url, platform, expires_at: expires, monthly_fee_credits: fee } = link;
  return (
    <Stack>
      <Text fz="sm">
        {fee === 0
          ? 'The account is included in your plan.'
          : `The account costs ${formatCredits(fee)} every 30 days.`}{' '}
        The link works once and expires <UntilMoment at={expires} />
      </Text>
      <Button component="a" href={url} rightSection={<ExternalIcon size={16} />}>
        Connect {PLATFORM_NAMES[platform]} in this browser
      </Button>
      <Text fz="sm">Or send the link to the account owner:</Text>
      <CodeBlock text={url} what="link" wraps />
    </Stack>
  );
}
