"""Workers: worker."""

from __future__ import annotations

import logging

import click

from magika_gm.cli.common import fail, jobs_option, json_option, now, office_of, reports_errors, say, say_json


@click.command(
    epilog="""\b
Examples:
  magika-gm worker                      as many processes as there are cores, until stopped
  magika-gm worker --jobs 1 --once      one, until nothing is left to do"""
)
@jobs_option
@click.option("--once", is_flag=True, help="End when nothing is left to do, and say what waits still.")
@click.option("--every", type=click.FloatRange(1, 3600), default=30.0, show_default=True, metavar="SECONDS",
              help="How often to look what is due.")  # fmt: skip
@click.option("--stalled-after", type=click.FloatRange(1, 3600), default=30.0, show_default=True, metavar="SECONDS",
              help="Take up another worker's job after so long without a sign of life.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="Do not tell of each job.")
@json_option
@click.pass_context
@reports_errors
def worker(
    ctx: click.Context, jobs: int | None, once: bool, every: float, stalled_after: float, quiet: bool, as_json: bool
) -> None:
    """Work for an office on PostgreSQL: turns that are due, their pages, reminders, mail in and out.

    Any number of workers on any number of machines share the work; one that is killed loses nothing, another takes up
    its job. They take the place of magika-gm tick. Needs: pip install 'magika-gm[workers]'
    """
    from magika_gm.app.office.office import Office
    from magika_gm.app.office.processes import cores
    from magika_gm.app.operations.workers import Worker, left_undone, make_queue, run_workers

    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.WARNING)
    logging.getLogger("magika_gm.worker").setLevel(logging.WARNING if quiet else logging.INFO)
    # a job that fails and is tried again is told of by the queue: status, doctor
    logging.getLogger("procrastinate").setLevel(logging.ERROR)

    def begin(own: Office) -> None:
        Worker(office=own, every=every, stalled=stalled_after).run(once)

    jobs = jobs or cores()
    with office_of(ctx) as office:
        make_queue(office)
        failed = run_workers(office, jobs, begin, forever=not once)
        left = left_undone(office, now()) if once else []
    if as_json:
        say_json({"workers": jobs, "failed": failed, "left": left})
    elif once and not failed:
        for line in left or ["Nothing is left to do."]:
            say(line[0].upper() + line[1:] + ("." if left else ""))
    if failed:
        fail(f"{failed} of {jobs} workers failed")
