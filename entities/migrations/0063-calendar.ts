import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from './online.js';

/** Adds an index that finds the posts of an account in a period. */
export class Calendar1763700000063 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndex(runner, 'social_post_calendar', 'social_post (account_id, due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX social_post_calendar');
  }
}
