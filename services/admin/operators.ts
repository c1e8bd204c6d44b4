// `institution operator …`: records that groups are one operator, and voids such a record (1.5).
import type { Command } from 'commander';
import { type RecordOperator, recordOperator, recordSame } from '#domain/members/operators/record.ts';
import { type VoidOperator, voidOperator, voidSame } from '#domain/members/operators/void.ts';
import { readInput } from '#domain/text/input.ts';
import { type Answer, administer } from './administer.ts';

export function operatorCommands(program: Command): void {
  const operator = program.command('operator').description('who is the same operator as whom');

  const same = operator
    .command('same')
    .description('record that the groups of these members are one operator')
    .argument('<handles...>')
    .requiredOption('--reason <text>', 'why, in 20 to 4000 characters');
  same.action((handles: string[], { reason }: { reason: string }) =>
    administer(same, async ({ runner }): Promise<Answer> => {
      const input = readInput<RecordOperator>(recordOperator.input, undefined, { handles, reason });
      const { id } = await runner.system(recordOperator.action, (tx) => recordSame(tx, input, null));
      return { text: `${id} records that ${handles.join(' and ')} are one operator.`, data: { id, handles } };
    }),
  );

  const voided = operator
    .command('void')
    .description('void such a record')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why, in 20 to 4000 characters');
  voided.action((id: string, { reason }: { reason: string }) =>
    administer(voided, async ({ runner }): Promise<Answer> => {
      const input = readInput<VoidOperator>(voidOperator.input, undefined, { id, reason });
      await runner.system(voidOperator.action, (tx) => voidSame(tx, input, null));
      return { text: `${id} is void.`, data: { id, state: 'voided' } };
    }),
  );
}
