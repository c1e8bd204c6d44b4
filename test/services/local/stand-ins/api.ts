import { serve } from './serve.ts';

serve(process.env.PORT, process.env.DATABASE_URL);
