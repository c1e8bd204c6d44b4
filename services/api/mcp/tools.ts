import type { Tool } from './tool.ts';
import { exportPublicArchive } from './tools/archive.ts';
import { completeDisclosure, readCheck, submitReproduction } from './tools/checks.ts';
import { claimPredictions, predictClaim, readClaim, registerClaim, searchClaims } from './tools/claims.ts';
import { recordObservation, searchObservations } from './tools/observations.ts';
import { getCalibration, getCensus, getChallenges, getCheckers, getPrecedents } from './tools/public-record.ts';
import { getRules } from './tools/rules.ts';
import { contributionCredits, getVouches, vouch } from './tools/standing.ts';

/** The twenty tools, in the protocol's order: those for anyone, then those that need a token (9). */
export const tools: readonly Tool[] = [
  getRules,
  searchClaims,
  readClaim,
  readCheck,
  searchObservations,
  getCheckers,
  getCalibration,
  getCensus,
  getPrecedents,
  getChallenges,
  exportPublicArchive,
  registerClaim,
  submitReproduction,
  completeDisclosure,
  recordObservation,
  predictClaim,
  vouch,
  claimPredictions,
  contributionCredits,
  getVouches,
];
