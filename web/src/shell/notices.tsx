import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const NoticeList = lazy(() => import('./notice-list'));

/** Notifications of the pages. Their code is loaded with the first one. */
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
