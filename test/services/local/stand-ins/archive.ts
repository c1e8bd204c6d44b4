import { serve } from './serve.ts';

serve(process.env.ARCHIVE_PORT, process.env.ARCHIVE_DATABASE_URL);
