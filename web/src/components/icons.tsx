import type { ReactNode } from 'react';

interface IconProps {
  readonly size?: number;
  readonly isFilled?: boolean;
}

/** Creates an icon without an icon package: 24 by 24 units, one stroke width. */
const createIcon = (drawing: ReactNode) =>
  function Icon({ size = 18, isFilled = false }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    );
  };

export const HomeIcon = createIcon(
  <path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />,
);
export const PlaygroundIcon = createIcon(
  <path d="m12 3 1.9 5.1L19 10l-5.1 1.9L12 17l-1.9-5.1L5 10l5.1-1.9zM19 15l.9 2.1L22 18l-2.1.9L19 21l-.9-2.1L16 18l2.1-.9z" />,
);
export const LibraryIcon = createIcon(
  <path d="M4 5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 11 4.5-4.5L13 16l3-3 4 4M15.5 8.5h.01" />,
);
export const PersonIcon = createIcon(
  <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 8a7 7 0 0 1 14 0" />,
);
export const BoxIcon = createIcon(
  <path d="m12 3 8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />,
);
export const VoiceIcon = createIcon(
  <path d="M12 4a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zm-6 7a6 6 0 0 0 12 0M12 17v3" />,
);
export const SpeechIcon = createIcon(
  <path d="M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11" />,
);
export const UploadIcon = createIcon(<path d="M12 16V5m-4 4 4-4 4 4M5 16v3h14v-3" />);
export const ShareIcon = createIcon(
  <path d="M7 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0zm14-6a2 2 0 1 1-4 0 2 2 0 0 1 4 0zm0 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM7 11l10-4.5M7 13l10 4.5" />,
);
export const KeyIcon = createIcon(
  <path d="M8.5 20a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm3.2-7.7L20 4m-4 4 3 3m-6-1 2 2" />,
);
export const PlugIcon = createIcon(<path d="M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0zm6 9v4" />);
export const WebhookIcon = createIcon(
  <path d="M9 8a3 3 0 1 1 4.5 2.6L16 15m-7.2-4L6 16m0 0a2.5 2.5 0 1 0 2.5 2.5H15m2.5 2.5a2.5 2.5 0 1 0-2-4" />,
);
export const ChartIcon = createIcon(<path d="M5 20v-7m5 7V5m5 15v-9m5 9V8" />);
export const TeamIcon = createIcon(
  <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6 9a6 6 0 0 1 12 0m1-9.2a3.5 3.5 0 0 0 0-6.6M17 14.5a6 6 0 0 1 4 5.5" />,
);
export const SettingsIcon = createIcon(
  <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />,
);
export const ShieldIcon = createIcon(<path d="M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6z" />);
export const BookIcon = createIcon(
  <path d="M5 5a2 2 0 0 1 2-2h12v15H7a2 2 0 0 0-2 2zm0 15a1 1 0 0 0 1 1h13" />,
);
export const FolderIcon = createIcon(
  <path d="M3 7a1 1 0 0 1 1-1h5l2 2.5h9a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM12 11v5m-2.5-2.5h5" />,
);
export const CopyIcon = createIcon(<path d="M9 9h10v11H9zM5 15V5a1 1 0 0 1 1-1h9" />);
export const CheckIcon = createIcon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CloseIcon = createIcon(<path d="m6 6 12 12M18 6 6 18" />);
export const SunIcon = createIcon(
  <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm0-14v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5" />,
);
export const MoonIcon = createIcon(
  <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />,
);
export const LogOutIcon = createIcon(<path d="M10 4H5v16h5m5-12 4 4-4 4m4-4H9" />);
export const AlertIcon = createIcon(<path d="M12 4 2.8 19.5h18.4zM12 10v4m0 3h.01" />);
export const PlayIcon = createIcon(<path d="M8 5.5v13l10.5-6.5z" />);
export const DownloadIcon = createIcon(<path d="M12 4v11m-4-4 4 4 4-4M5 19h14" />);
export const TrashIcon = createIcon(
  <path d="M5 7h14M10 7V4h4v3m3 0-.8 13H7.8L7 7m3.5 4v5m3-5v5" />,
);
export const RefreshIcon = createIcon(<path d="M19 12a7 7 0 1 1-2.1-5M19 4v4h-4" />);
export const ExternalIcon = createIcon(<path d="M10 5H5v14h14v-5M14 4h6v6m0-6-9 9" />);
export const BackIcon = createIcon(<path d="m14 6-6 6 6 6" />);
export const NextIcon = createIcon(<path d="m10 6 6 6-6 6" />);
export const EditIcon = createIcon(<path d="M5 19v-4L16 4l4 4L9 19zM13.5 6.5l4 4" />);
export const SearchIcon = createIcon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm9 2-4-4" />);
export const FilterIcon = createIcon(<path d="M4 7h16M7 12h10M10 17h4" />);
export const StarIcon = createIcon(
  <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z" />,
);
