// A migrated database for the length of one task, on a cluster that is thrown away with it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '#prisma/migrate.ts';
import { openCluster } from './postgres/cluster.ts';
import { placeCluster } from './postgres/place.ts';

export async function withScratchDatabase<Result>(
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'morrowkin-scratch-'));
  chmodSync(folder, 0o711); // the user who runs Postgres must be able to enter it
  try {
    const cluster = await openCluster({
      place: placeCluster(folder),
      secrets: { superuser: 'scratch', owner: 'scratch' },
      throwAway: true,
    });
    try {
      await migrate(cluster.ownerUrl);
      return await work(cluster.ownerUrl);
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
