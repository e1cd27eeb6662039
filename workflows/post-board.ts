import { setCurrentDetails } from '@temporalio/workflow';
import type { Platform } from '../domain/catalogue/social-platforms.js';

/** A post's status for operators: one line for the post, and one line per platform. */
export class PostBoard {
  private readonly lines: Map<Platform, string>;
  private head = '';

  constructor(platforms: readonly Platform[]) {
    this.lines = new Map(platforms.map((platform) => [platform, 'waits']));
  }

  showPost(line: string): void {
    this.head = line;
    this.show();
  }

  showPlatform(platform: Platform, line: string): void {
    this.lines.set(platform, line);
    this.show();
  }

  private show(): void {
    const lines = [...this.lines].map(([platform, line]) => `- ${platform}: ${line}`);
    setCurrentDetails([this.head, ...lines].join('\n'));
  }
}
