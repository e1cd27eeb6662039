import { useIsOnline } from '../live/use-is-online';
import classes from './shell.module.css';

/** Says that the browser is offline, until it is connected again. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <output className={classes.offline}>
      {!isOnline && (
        <>
          <strong>You are offline.</strong> This page updates when you are connected again. Anything
          you have started keeps running.
        </>
      )}
    </output>
  );
}
