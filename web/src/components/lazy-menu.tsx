import {
  cloneElement,
  Suspense,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { MenuButton } from './menu-frame';

interface Props {
  readonly button: MenuButton;
  /** Renders the menu with its button, from a component that is loaded when it is first rendered. */
  readonly renderMenu: (button: MenuButton) => ReactNode;
}

/** A button whose menu is loaded on the first click, because most visits open none. */
export function LazyMenu({ button, renderMenu }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  if (isUsed) return <Suspense fallback={button}>{renderMenu(button)}</Suspense>;
  return cloneElement(button as ReactElement<ComponentProps<'button'>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setIsUsed(true),
  });
}
