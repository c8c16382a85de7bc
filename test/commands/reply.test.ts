import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { temporaryFolder } from '../support/context.js';
import { entry, writeJournal } from '../support/journal.js';
import { json, pvg } from '../support/pvg.js';
