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
  SettingsIcon,
  ShieldIcon,
  TeamIcon,
  ShareIcon,
  UploadIcon,
  VoiceIcon,
  WebhookIcon,
} from '../components/icons';

/** A place in the navigation. */
interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number }>;
  /** Left out for everybody: shown to all. */
  readonly isFor?: (session: Session) => boolean;
}

interface NavigationGroup {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

/** What the navigation shows, in order. A new page is a row here and a row in router.tsx. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Make',
    items: [
      { to: '/', label: 'Home', icon: HomeIcon },
      { to: '/playground', label: 'Playground', icon: PlaygroundIcon },
      { to: '/library', label: 'Library', icon: LibraryIcon },
    ],
  },
  {
    label: 'Keep',
    items: [
      { to: '/characters', label: 'Characters', icon: PersonIcon },
      { to: '/products', label: 'Products', icon: BoxIcon },
      { to: '/voices', label: 'Voices', icon: VoiceIcon },
      { to: '/uploads', label: 'Uploads', icon: UploadIcon },
    ],
  },
  {
    label: 'Connect',
    items: [
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
        label: 'Operators',
        icon: ShieldIcon,
        isFor: ({ operator }) => operator,
      },
    ],
  },
];
