import { config } from 'zod';

// The window's policy forbids `new Function`, which zod would try when the first schema is made: this must be imported first.
config({ jitless: true });
