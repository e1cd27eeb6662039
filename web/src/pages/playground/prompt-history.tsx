import { Menu, Text } from '@mantine/core';
import { MenuFrame, type MenuButton } from '../../components/menu-frame';

interface Props {
  readonly button: MenuButton;
  readonly prompts: readonly string[];
  readonly onChoose: (prompt: string) => void;
}

/** Lists the earlier prompts. */
export default function PromptHistory({ button, prompts, onChoose }: Props) {
  return (
    <MenuFrame
      button={button}
      position="bottom-start"
      width={270}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      {prompts.map((prompt) => (
        <Menu.Item key={prompt} onClick={() => onChoose(prompt)}>
          <Text fz="sm" lineClamp={2}>
            {prompt}
          </Text>
        </Menu.Item>
      ))}
    </MenuFrame>
  );
}
