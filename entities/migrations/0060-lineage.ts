import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

/**
 * Adds an index that finds the generations which used a file as an input. Most generations have no
 * inputs, and the index leaves them out.
 */
export class Lineage1763700000060 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const on = `generation USING gin (inputs jsonb_path_ops) WHERE inputs <> '[]'`;
    await createIndex(runner, 'generation_inputs', on);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX generation_inputs');
  }
}
