import { moderateObservation } from '#domain/observations/moderate.ts';
import { recordObservation } from '#domain/observations/record.ts';
import { withdrawObservation } from '#domain/observations/withdraw.ts';
import { caveats } from '#domain/publication/caveats.ts';
import { ModeratedObservationState } from '../enums.ts';
import { Observation, type ObservationRow } from '../refs.ts';
import { observationTable } from '../visibility.ts';
import { made, mutation } from './mutation.ts';

mutation('recordObservation', recordObservation, {
  description: `Records what should be checked, which any member can promote by a claim. ${caveats.observation}`,
  payload: (t) => ({
    observation: t.field({
      type: Observation,
      description: 'The new observation.',
      resolve: made<ObservationRow>(observationTable),
    }),
  }),
});

mutation('withdrawObservation', withdrawObservation, {
  description: 'Withdraws an own observation, for good; a promotion stays with its claim.',
  payload: (t) => ({
    observation: t.field({
      type: Observation,
      description: 'The withdrawn observation.',
      resolve: made<ObservationRow>(observationTable),
    }),
  }),
});

mutation('moderateObservation', moderateObservation, {
  description: 'Staff hide an observation, or bring it back where it was.',
  enums: { state: ModeratedObservationState },
  payload: (t) => ({
    observation: t.field({
      type: Observation,
      description: 'The observation as it stands now.',
      resolve: made<ObservationRow>(observationTable),
    }),
  }),
});
