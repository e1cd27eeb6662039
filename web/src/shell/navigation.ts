import type { ComponentType } from 'react';
import type { Session } from '../api/contract';
import { mayChange } from '../session/session';
import {
  BoxIcon,
  ChartIcon,
  HomeIcon,
  KeyIcon,
  LibraryIcon,
  PersonIcon,
  PlaygroundIcon,
  PlugIcon,
  SettingsIcon,
  ShieldIcon,
  TeamIcon,
  ShareIcon,
  SpeechIcon,
  UploadIcon,
  VoiceIcon,
  WebhookIcon,
} from '../components/icons';

/** An entry in the navigation. */
interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number }>;
  /** Returns whether to show the entry; by default, everyone sees it. */
  readonly isFor?: (session: Session) => boolean;
}

interface NavigationGroup {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

/** The navigation, in order. A new page needs a row in this list and a row in router.tsx. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Create',
    items: [
      { to: '/', label: 'Home', icon: HomeIcon },
      { to: '/playground', label: 'Playground', icon: PlaygroundIcon },
      { to: '/speech', label: 'Speech', icon: SpeechIcon },
      { to: '/library', label: 'Library', icon: LibraryIcon },
    ],
  },
  {
    label: 'Assets',
    items: [
      { to: '/characters', label: 'Characters', icon: PersonIcon },
      { to: '/products', label: 'Products', icon: BoxIcon },
      { to: '/voices', label: 'Voices', icon: VoiceIcon },
      { to: '/uploads', label: 'Uploads', icon: UploadIcon },
    ],
  },
  {
    label: 'Integrations',
    items: [
      { to: '/connect', label: 'Connect', icon: PlugIcon },
      { to: '/social', label: 'Social', icon: ShareIcon },
      {
        to: '/keys',
        label: 'API keys',
        icon: KeyIcon,
        isFor: ({ role }) => mayChange(role),
      },
      { to: '/webhooks', label: 'Webhooks', icon: WebhookIcon },
    ],
  },
  {
    label: 'Account',
    items: [
      { to: '/usage', label: 'Usage', icon: ChartIcon },
      { to: '/team', label: 'Team', icon: TeamIcon },
      { to: '/settings', label: 'Settings', icon: SettingsIcon },
      {
        to: '/admin',
        label: 'Admin',
        icon: ShieldIcon,
        isFor: ({ operator }) => operator,
      },
    ],
  },
];
