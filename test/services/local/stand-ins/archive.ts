import { serve } from './serve.ts';

if (process.env.BROKEN === 'archive') process.exit(7);
serve(process.env.ARCHIVE_PORT, process.env.ARCHIVE_DATABASE_URL);
if (process.env.BROKEN === 'archive-later') setTimeout(() => process.exit(7), 600);
