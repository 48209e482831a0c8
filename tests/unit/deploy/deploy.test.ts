import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingsSchema } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';

const projectDir = path.resolve(import.meta.dirname, '../../..');
const deployDir = path.join(projectDir, 'deploy');
const read = (file: string) => readFileSync(path.join(deployDir, file), 'utf8');
const packageJson = JSON.parse(readFileSync(path.join(projectDir, 'package.json'), 'utf8'));
const { scripts } = packageJson as { scripts: Record<string, string> };

/** Settings that other files than the schema of the settings declare. */
const OTHER_VARIABLES = ['NODE_ENV', 'HOME'];
const isKnownVariable = (name: string) =>
  [...Object.keys(settingsSchema.shape), ...OTHER_VARIABLES].includes(name);

describe('the Dockerfile', () => {
  const text = read('container/Dockerfile');

  it('has no fault that a linter finds', () => {
    expect(lintDockerfile(text)).toEqual([]);
  });

  it('runs as somebody without privileges, on the version of Node that the tests have', () => {
    const lastStage = text.slice(text.lastIndexOf('\nFROM '));
    expect(/^USER (\w+)$/m.exec(lastStage)?.[1]).toBe('node');
    expect(lastStage).toContain('HEALTHCHECK');
    const version = readFileSync(path.join(projectDir, '.nvmrc'), 'utf8').trim();
    expect(text).toContain(`ARG NODE_VERSION=${version}\n`);
  });

  it('starts the web server as npm does', () => {
    const command = JSON.parse(/^CMD (\[.+\])$/m.exec(text)![1]!) as string[];
    expect(command.join(' ')).toBe(scripts.web);
  });

  it('copies files that there are, and keeps out what holds data and secrets', () => {
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
      files!.split(' '),
    );
    expect(copied.length).toBeGreaterThan(5);
    const ignored = read('container/Dockerfile.dockerignore').split('\n');
    for (const file of copied) {
      expect(readdirSync(path.dirname(path.join(projectDir, file)))).toContain(
        path.basename(path.resolve(projectDir, file)),
      );
      expect(ignored).not.toContain(file.split('/')[0]);
    }
    for (const secret of ['.env', 'data', '.git', 'node_modules', 'build']) expect(ignored).toContain(secret);
  });
});

interface ComposeFile {
  services: Record<string, { command?: string[]; environment?: Record<string, string> }>;
}

describe('the compose files', () => {
  // Of github.com/compose-spec/compose-spec, schema/compose-spec.json (Apache 2.0), June 2026.
  const { $schema: _dialect, ...schema } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'compose-spec.json'), 'utf8'),
  );
  const isValid = new Ajv({
    strict: false,
    formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
  }).compile(schema);
  const load = (file: string) => parse(read(`compose/${file}`), { merge: true }) as ComposeFile;

  it.each(['compose.yaml', 'scaled.yaml'])('fit the schema of Compose: %s', (file) => {
    const { 'x-celeste': _shared, ...compose } = load(file) as ComposeFile & { 'x-celeste'?: object };
    expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true);
  });

  it('detect a wrong name', () => {
    expect(isValid({ services: { web: { image: 'celeste', comand: 'x' } } })).toBe(false);
  });

  it('run commands and set variables that there are', () => {
    const { services } = load('compose.yaml');
    const own = [services.migrate!, services.web!, services.worker!];
    for (const { command } of own) if (command) expect(Object.values(scripts)).toContain(command.join(' '));
    const names = own.flatMap(({ environment }) => Object.keys(environment ?? {}));
    const inFile = [...read('compose/celeste.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
    expect([...names, ...inFile].filter((name) => !isKnownVariable(name))).toEqual([]);
  });

  it('scale services that the other file has', () => {
    const names = Object.keys(load('compose.yaml').services);
    for (const name of Object.keys(load('scaled.yaml').services)) expect(names).toContain(name);
  });

  it('have a proxy in front whose configuration is sound', () => {
    const text = read('compose/Caddyfile');
    expect(text.split('{').length).toBe(text.split('}').length);
    expect(text).toContain('dynamic a web 3000');
    const caddy = findExecutable('caddy', process.env.PATH ?? '');
    if (!caddy) return;
    const folder = mkdtempSync(path.join(tmpdir(), 'celeste-caddy-'));
    const { status, stderr } = spawnSync(
      caddy,
      [
        'adapt',
        '--validate',
        '--adapter',
        'caddyfile',
        '--config',
        path.join(deployDir, 'compose/Caddyfile'),
      ],
      { env: { NODE_ENV: 'test', SITE: 'celeste.example.org', HOME: folder }, encoding: 'utf8' },
    );
    rmSync(folder, { recursive: true });
    expect(status, stderr).toBe(0);
  });
});

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata?: { name: string };
  [field: string]: unknown;
}

describe('the Kubernetes manifests', () => {
  const manifests = readdirSync(path.join(deployDir, 'kubernetes')).flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
      expect(document.errors).toEqual([]);
      return { file, manifest: document.toJS() as Manifest };
    }),
  );
  const own = manifests.filter(({ manifest }) => manifest.kind !== 'Kustomization');

  /** @throws Error when a field of the manifest has a wrong value, or one is missing */
  async function validate({ apiVersion, kind, ...fields }: Manifest): Promise<void> {
    const group = `kubernetes-models/${apiVersion}`;
    const models = (await import(/* @vite-ignore */ group)) as Record<
      string,
      new (
        fields: object,
      ) => { validate(): void }
    >;
    new models[kind]!(fields).validate();
  }

  it.each(own.map(({ file, manifest }) => [file, manifest.kind, manifest] as const))(
    'fit the schemas of Kubernetes: %s, %s',
    async (_file, _kind, manifest) => {
      await validate(manifest);
    },
  );

  it('detect a wrong value', async () => {
    const broken = structuredClone(own.find(({ manifest }) => manifest.kind === 'Deployment')!.manifest);
    (broken.spec as Record<string, unknown>).selector = 'app';
    await expect(validate(broken)).rejects.toThrow();
  });

  /** Fields whose keys are names of ours; a Service selects by labels without `matchLabels`. */
  const FREE = ['labels', 'matchLabels', 'annotations', 'data', 'requests', 'limits'];

  function fieldsOf(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(fieldsOf);
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => {
      const isFree = FREE.includes(name) || (name === 'selector' && !inner.matchLabels);
      return [name, ...(isFree ? [] : fieldsOf(inner))];
    });
  }

  it('have only fields that Kubernetes knows', () => {
    const known = ['kubernetes-models', '@kubernetes-models/apimachinery']
      .map((name) => path.join(projectDir, 'node_modules', name, '_schemas'))
      .flatMap((folder) => readdirSync(folder).map((file) => path.join(folder, file)))
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const isKnown = (field: string) => new RegExp(`data\\.${field}\\b`).test(known);
    expect(isKnown('readinesProbe')).toBe(false);
    const fields = new Set(own.flatMap(({ manifest: { metadata: _metadata, ...rest } }) => fieldsOf(rest)));
    expect([...fields].filter((field) => !isKnown(field))).toEqual([]);
  });

  it('are all listed, but for those that are applied by themselves', () => {
    const listed = manifests.find(({ manifest }) => manifest.kind === 'Kustomization')!.manifest
      .resources as string[];
    const byThemselves = ['kustomization.yaml', 'migrate.yaml', 'metrics.yaml'];
    expect([...listed, ...byThemselves].sort()).toEqual(
      readdirSync(path.join(deployDir, 'kubernetes')).sort(),
    );
  });

  it('give every pod the least rights, probes and an autoscaler of its own', () => {
    const text = JSON.stringify(own);
    const pods = own.filter(({ manifest }) => ['Deployment', 'Job'].includes(manifest.kind));
    expect(pods).toHaveLength(3);
    for (const { manifest } of pods) {
      const pod = JSON.stringify(manifest);
      for (const right of [
        '"runAsNonRoot":true',
        '"readOnlyRootFilesystem":true',
        '"drop":["ALL"]',
        '"allowPrivilegeEscalation":false',
      ]) {
        expect([manifest.metadata!.name, pod.includes(right), right]).toEqual([
          manifest.metadata!.name,
          true,
          right,
        ]);
      }
      if (manifest.kind !== 'Deployment') continue;
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(pod).toContain(probe);
      for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget']) {
        const names = own
          .filter((other) => other.manifest.kind === kind)
          .map((other) => other.manifest.metadata!.name);
        expect(names).toContain(manifest.metadata!.name);
      }
    }
    expect(text).toContain('celeste_jobs_waiting');
  });
});

describe('the units of systemd', () => {
  const units = readdirSync(path.join(deployDir, 'systemd'));

  it('are sound', ({ skip }) => {
    const analyze = findExecutable('systemd-analyze', process.env.PATH ?? '');
    if (!analyze) return skip('systemd-analyze is not installed');
    const folder = mkdtempSync(path.join(tmpdir(), 'celeste-units-'));
    // A template is verified as one of its instances.
    const names = units.map((unit) => unit.replace('@', '@web'));
    const programs = { '/usr/bin/node': process.execPath, '/bin/sh': '/bin/sh' };
    for (const unit of units) {
      let text = read(`systemd/${unit}`);
      for (const [program, here] of Object.entries(programs))
        text = text.replaceAll(`=${program} `, `=${here} `);
      writeFileSync(path.join(folder, unit.replace('@', '@web')), text.replaceAll('%i', 'web'));
    }
    const { status, stderr } = spawnSync(
      analyze,
      ['verify', '--man=no', ...names.map((name) => path.join(folder, name))],
      {
        encoding: 'utf8',
        env: { ...process.env, SYSTEMD_LOG_LEVEL: 'notice' },
      },
    );
    rmSync(folder, { recursive: true });
    const ours = stderr.split('\n').filter((line) => line.includes('celeste'));
    expect([status, ours]).toEqual([0, []]);
  });

  it('start what npm does, and give the worker 90 s to leave a meeting', () => {
    const commandOf = (unit: string) => /^ExecStart=\/usr\/bin\/(.+)$/m.exec(read(`systemd/${unit}`))?.[1];
    expect(commandOf('celeste-web.service')).toBe(scripts.web);
    expect(commandOf('celeste-worker.service')).toBe(scripts.worker);
    expect(commandOf('celeste-migrate.service')).toBe(scripts.migrate);
    expect(read('systemd/celeste-worker.service')).toContain('\nTimeoutStopSec=90\n');
  });
});
