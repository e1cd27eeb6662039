import { ActionIcon, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { Generation } from '../api/contract';
import { Dialog } from './dialog';
import { BackIcon, NextIcon } from './icons';
import { ResultActions } from './result-actions';
import classes from './lightbox.module.css';

interface Props {
  readonly generation: Generation;
  /** Images for navigation with the arrow keys. */
  readonly among: readonly Generation[];
}

/** Covers an image with a button that shows it as large as the window. */
export function Lightbox({ generation, among }: Props) {
  const [shown, setShown] = useState<Generation | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const images = among.filter(({ type, result }) => type === 'image' && result);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={classes.enlarge}
        aria-label="Enlarge image"
        onClick={() => setShown(generation)}
      />
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown?.request.prompt?.slice(0, 80) ?? 'Image'}
        fullScreen
        // The arrow keys replace the focused image, and the dialog then returns no focus itself.
        returnFocus={false}
        onExitTransitionEnd={() => opener.current?.focus()}
      >
        {shown && <View key={shown.id} shown={shown} images={images} onShow={setShown} />}
      </Dialog>
    </>
  );
}

interface ViewProps {
  readonly shown: Generation;
  readonly images: readonly Generation[];
  readonly onShow: (generation: Generation) => void;
}

function View({ shown, images, onShow }: ViewProps) {
  const [isZoomed, setIsZoomed] = useState(false);
  const place = images.findIndex(({ id }) => id === shown.id);
  const move = (by: number) => {
    const next = images[place + by];
    if (next) onShow(next);
  };
  // The arrow keys scroll a zoomed image.
  useHotkeys(
    isZoomed
      ? []
      : [
          ['ArrowLeft', () => move(-1)],
          ['ArrowRight', () => move(1)],
        ],
  );
  return (
    <div className={classes.view}>
      <button
        type="button"
        className={classes.picture}
        data-zoomed={isZoomed || undefined}
        aria-label={isZoomed ? 'Zoom out' : 'Zoom in'}
        onClick={() => setIsZoomed(!isZoomed)}
      >
        <img src={shown.result?.url} alt={shown.request.prompt ?? 'Generated image'} />
      </button>
      <Group justify="center" gap="md">
        {images.length > 1 && (
          <Group gap="xs">
            <ActionIcon
              variant="default"
              aria-label="Previous image"
              disabled={place <= 0}
              onClick={() => move(-1)}
            >
              <BackIcon size={16} />
            </ActionIcon>
            <Text fz="sm" className="number" aria-live="polite">
              {place + 1} of {images.length}
            </Text>
            <ActionIcon
              variant="default"
              aria-label="Next image"
              disabled={place >= images.length - 1}
              onClick={() => move(1)}
            >
              <NextIcon size={16} />
            </ActionIcon>
          </Group>
        )}
        <ResultActions generation={shown} />
      </Group>
    </div>
  );
}
