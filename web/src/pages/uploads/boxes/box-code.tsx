import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UploadBox } from '../../../api/contract';

const WIDTH = 180;

interface Code {
  /** Width in modules. */
  readonly size: number;
  /** Path of the dark modules. */
  readonly path: string;
}

/** An upload box's QR code. The server draws it, so the dashboard does not need a QR library. */
export function BoxCode({ box }: { readonly box: UploadBox }) {
  const code = useQuery({
    queryKey: ['box-code', box.id],
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await fetch(`/box/${box.id}/state`);
      if (!answer.ok) throw new Error(`state ${answer.status}`);
      return ((await answer.json()) as { readonly code: Code }).code;
    },
  });
  if (code.error) return null;
  if (!code.data) return <Skeleton w={WIDTH} h={WIDTH} radius="md" />;
  const { size, path } = code.data;
  // The code is dark on light in every theme, because some cameras cannot read inverted codes.
  return (
    <Box w={WIDTH} h={WIDTH} bg="white" bdrs="md" flex="none">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code for ${box.url}`}>
        <path d={path} fill="black" shapeRendering="crispEdges" />
      </svg>
    </Box>
  );
}
