import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { BoxIcon } from '../../components/icons';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { SubjectCard } from '../../components/subject-card';
import { formatCount } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { CreateProduct } from './create-product';

/** Page size: more products than any plan allows. */
const ALL = 100;

export function ProductsPage() {
  const may = mayChange(useSession().role);
  const list = useQuery(apiQuery('/products', { query: { limit: ALL } }));
  const [isCreating, { open, close }] = useDisclosure();
  const add = may && <Button onClick={open}>New product</Button>;
  return (
    <Page
      title="Products"
      lead="Reusable products with the same appearance in every image and video."
      actions={add}
    >
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={320} radius="lg" />}
      {list.data?.data.length === 0 && (
        <EmptyState icon={<BoxIcon size={24} />} title="No products yet" action={add}>
          Add 1–3 photos and the product keeps its shape, label and colors.
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }}>
        {list.data?.data.map((product) => {
          const params = { id: product.id };
          return (
            <SubjectCard
              key={product.id}
              subject={product}
              note={product.category ?? formatCount(product.images.length, 'photo')}
              seen={product.analysis?.product_analysis.detailed_description ?? null}
              mayChange={may}
              rename={(name) =>
                request('PATCH /products/{id}', {
                  params,
                  body: { name },
                  headers: createIdempotencyKey(),
                })
              }
              remove={() =>
                request('DELETE /products/{id}', { params, headers: createIdempotencyKey() })
              }
            />
          );
        })}
      </SimpleGrid>
      <Dialog opened={isCreating} onClose={close} title="New product" centered size="lg">
        <CreateProduct onDone={close} />
      </Dialog>
    </Page>
  );
}
