import { Page } from '../../components/page';

export function GenerationPage() {
  return <Page title="Generation">…</Page>;
}
