import { predictClaim } from '#domain/calibration/predict.ts';
import { resolveClaim } from '#domain/calibration/resolve.ts';
import { voidResolution } from '#domain/calibration/void.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { Prediction, type PredictionRow, Resolution, type ResolutionRow } from '../refs.ts';
import { forecastTable, resolutionTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('predictClaim', predictClaim, {
  description: `Freezes one private probability that a claim reproduces, before any check of it exists. ${caveats.score}`,
  payload: (t) => ({
    prediction: t.field({
      type: Prediction,
      description: 'The forecast, which nobody else sees.',
      resolve: made<PredictionRow>(forecastTable),
    }),
  }),
});

mutation('resolveClaim', resolveClaim, {
  description: `Staff outside the claim’s and its checkers’ groups record whether it reproduced. ${caveats.resolution}`,
  payload: (t) => ({
    resolution: t.field({
      type: Resolution,
      description: 'The new resolution.',
      resolve: made<ResolutionRow>(resolutionTable),
    }),
  }),
});

mutation('voidResolution', voidResolution, {
  description: 'Staff outside those groups void a claim’s resolution, which stays on record; another can follow.',
  payload: (t) => ({
    resolution: t.field({
      type: Resolution,
      description: 'The voided resolution.',
      resolve: made<ResolutionRow>(resolutionTable),
    }),
  }),
});
