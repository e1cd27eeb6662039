import type { DataSource } from 'typeorm';
import { queryRows } from '../../entities/rows.js';

/** Lists columns, constraints, indexes, triggers and functions as PostgreSQL prints them. */
const DEFINITIONS = `
SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default) AS text
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL
SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid IN
  (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
UNION ALL
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION ALL
SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql')
ORDER BY 1`;

/** Lists the parts of a schema. Marks constraints that are not validated yet. */
export async function listDefinitions(db: DataSource): Promise<string[]> {
  return (await queryRows<{ text: string }>(db, DEFINITIONS)).map(({ text }) => text);
}
