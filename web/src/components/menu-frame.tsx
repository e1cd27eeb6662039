import { Menu, type MenuProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { cloneElement, useEffect, useRef, useState, type ReactElement, type Ref } from 'react';

/** A button that opens a menu. */
export type MenuButton = ReactElement<{ readonly ref?: Ref<HTMLButtonElement> }>;

interface Props extends MenuProps {
  readonly button: MenuButton;
}

/**
 * A menu that opens as soon as it is mounted, because `LazyMenu` mounts it on the first click. It
 * focuses the button first, so that closing the menu returns the focus there.
 */
export function MenuFrame({ button, children, ...props }: Props) {
  const isThere = useMounted();
  const [isOpen, setOpen] = useState(true);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus();
  }, []);
  return (
    <Menu shadow="md" {...props} opened={isThere && isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown mah={320} className="scrolling">
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
