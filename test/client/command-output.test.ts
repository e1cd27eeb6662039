import { execFile } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { closeServers, openServer } from '../support/loopback.js';
import { mediaCommand } from './media-command.js';

/** Sets the title, clears the screen, starts a C1 sequence, and reorders text. */
const HOSTILE = 'fox\x1b]0;owned\x07\x1b[2J\x9b31m\u202egpj.\r\nsecond';

describe('the output of the command media', () => {
  const media = mediaCommand();
  afterEach(closeServers);

  /** Serves one response to every request, which the real service would not send. */
  async function serve(status: number, body: object): Promise<Record<string, string>> {
    const server = createServer((_, response: ServerResponse) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    const port = await openServer(server);
    return { MEDIA_API_URL: `http://127.0.0.1:${port}`, MEDIA_API_KEY: 'svc_live_x' };
  }

  const isHarmless = (text: string) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text.replaceAll('\n', ''));

  it('omits control characters of prompts and messages', async () => {
    const generation = {
      id: 'gen_1',
      type: 'image',
      status: 'completed',
      credits: 2,
      refunded_credits: 0,
      created_at: 0,
      request: { prompt: HOSTILE },
    };
    const listed = await serve(200, { data: [generation], next_cursor: null });
    const plain = await media.run(['list'], listed);
    expect(plain.stdout).to.match(/^gen_1 .*fox.*second\n$/);
    expect(isHarmless(plain.stdout)).to.equal(true);
    const { stdout } = await media.run(['list', '--json'], listed);
    expect(isHarmless(stdout)).to.equal(true);
    expect(JSON.parse(stdout)).to.deep.equal(generation);
    const issues = [{ path: `body.${HOSTILE}`, message: HOSTILE }];
    const error = { code: 'VALIDATION_ERROR', message: HOSTILE, details: { issues } };
    const refused = await media.run(['image', 'a fox'], await serve(400, { error }));
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('second');
    expect(isHarmless(refused.stderr)).to.equal(true);
  });

  it('explains an invalid command line, suggests the nearest name, shows the usage and exits with 2', async () => {
    for (const [words, text] of [
      [[], 'A command is required.'],
      [['imge', 'a fox'], '(Did you mean image?)'],
      [['image', 'a fox', '--ratoi', '1:1'], "unknown option '--ratoi'\n(Did you mean --ratio?)"],
      [['image', 'a fox', '--ratio'], '--ratio needs a value: --ratio RATIO'],
      [['image', 'a fox', '--json=yes'], '--json takes no value.'],
      [['image'], 'A prompt is required'],
      [['image', 'a fox', '--count', '5'], '--count takes a whole number from 1 to 4, not "5".'],
      [['image', 'a fox', '--seed', 'x'], '--seed takes a whole number, not "x".'],
      [['image', 'a fox', '--scene', 'no.png'], '--scene: there is no file no.png.'],
      [['image', 'a fox', '--out', 'no/fox.webp'], '--out: the folder no does not exist'],
      [['image', 'a fox', '--metadata', 'order'], '--metadata takes KEY=VALUE, not "order".'],
      [['quote', 'image', 'a fox', '--model', 'veo-3'], '--model is not an option of image.'],
      [['get'], 'get needs <id>.'],
      [['cancel', 'a', 'b'], 'cancel takes <id>, nothing more.'],
      [['upload', 'no.png'], 'There is no file no.png.'],
      [['completion', 'csh'], 'only for bash, zsh, fish'],
    ] as const) {
      const env = { MEDIA_API_URL: 'http://127.0.0.1:1', MEDIA_API_KEY: 'svc_live_x' };
      const { code, stdout, stderr } = await media.run(words, env);
      expect([code, stdout], words.join(' ')).to.deep.equal([2, '']);
      expect(stderr).to.include(text).and.include('Usage: media ');
    }
  });

  it('includes help with examples for each command, and the version', async () => {
    const { stdout } = await media.run(['--help']);
    const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    expect(names).to.include.members(['login', 'image', 'video', 'speech', 'listen', 'completion']);
    for (const name of names) {
      const help = await media.run([name, '--help']);
      expect(help.code).to.equal(0);
      expect(help.stdout).to.match(new RegExp(`^Usage: media ${name} `));
      expect(help.stdout).to.match(new RegExp(`^Examples:\\n  .*media ${name}`, 'm'));
    }
    expect((await media.run(['--version'])).stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  it('completes commands, options, values and files in bash', async () => {
    const complete = async (line: string): Promise<string[]> => {
      const script = `
        source <("$0" "$1" completion bash)
        COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:' COMP_LINE=$2 COMP_POINT=\${#2}
        _media
        printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { stdout } = await promisify(execFile)(
        'bash',
        ['--norc', '-c', script, process.execPath, media.bin(), line],
        { cwd: media.folder() },
      );
      return stdout.trim().split('\n');
    };
    expect(await complete('media i')).to.deep.equal(['image']);
    expect(await complete('media ')).to.include.members(['login', 'video', 'completion']);
    expect(await complete('media image "a fox" --ra')).to.deep.equal(['--ratio']);
    expect(await complete('media image x --resolution ')).to.deep.equal(['1K', '2K', '4K']);
    // Bash treats the part before the colon as a separate word.
    expect(await complete('media image x --ratio 16:')).to.deep.equal(['9']);
    expect(await complete('media list --status f')).to.deep.equal(['failed']);
    expect(await complete('media quote v')).to.deep.equal(['video']);
    await promisify(execFile)('touch', ['scene.png'], { cwd: media.folder() });
    expect(await complete('media image x --scene sc')).to.deep.equal(['scene.png']);
    expect(await complete('media upload sc')).to.deep.equal(['scene.png']);
  });

  it('includes completion scripts for zsh and fish with every command and option', async () => {
    const [zsh, fish] = await Promise.all(
      ['zsh', 'fish'].map(async (shell) => (await media.run(['completion', shell])).stdout),
    );
    expect(zsh)
      .to.match(/^#compdef media\n/)
      .and.include("'image --ratio') offers='1:1 ");
    expect(fish).to.include("'__fish_seen_subcommand_from image' -l ratio -x -a '1:1 ");
  });
}).timeout(60_000);
