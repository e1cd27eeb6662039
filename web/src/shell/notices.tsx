import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const NoticeList = lazy(() => import('./notice-list'));

/** Shows the pages' notifications. Their code is loaded with the first notification. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isUsed, setIsUsed] = useState(false);
  if (notifications.length > 0 && !isUsed) setIsUsed(true);
  if (!isUsed) return null;
  return (
    <Suspense>
      <NoticeList />
    </Suspense>
  );
}
