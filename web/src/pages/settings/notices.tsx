import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../components/panel';
import { setDesktopNotices, wantsDesktopNotices } from '../../live/desktop-notices';

/** Lets the user of this browser turn desktop notifications on. */
export function NoticesPanel() {
  const [isOn, setIsOn] = useState(wantsDesktopNotices);
  const [isBlocked, setIsBlocked] = useState(false);
  const change = async (isWanted: boolean) => {
    const isNowOn = await setDesktopNotices(isWanted);
    setIsOn(isNowOn);
    setIsBlocked(isWanted && !isNowOn);
  };
  return (
    <Panel title="Notifications">
      <Stack gap="xs">
        <Switch
          label="Desktop notifications in this browser"
          description="When an image or video that you started in this tab is ready or has failed, and the tab is in the background"
          checked={isOn}
          disabled={!('Notification' in globalThis)}
          onChange={({ currentTarget }) => void change(currentTarget.checked)}
        />
        {isBlocked && (
          <Text fz="sm" c="red" role="alert">
            Your browser blocks notifications from this site. Allow them in the site settings of the
            browser, then try again.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
