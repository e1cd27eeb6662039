import type { CSSProperties, ReactNode } from 'react';
import { parseRatio } from '../generations/ratio';
import classes from './ratio-frame.module.css';

interface Props {
  /** Width and height, such as `16:9`. */
  readonly ratio: string;
  readonly children: ReactNode;
}

/** A frame with its final size before its image has loaded, so that the layout does not shift. */
export function RatioFrame({ ratio, children }: Props) {
  const style = { '--ratio': parseRatio(ratio) ?? undefined } as CSSProperties;
  return (
    <div className={classes.frame} style={style}>
      {children}
    </div>
  );
}
