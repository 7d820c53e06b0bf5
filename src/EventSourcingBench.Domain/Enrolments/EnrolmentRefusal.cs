namespace EventSourcingBench.Domain.Enrolments;

/// <summary>Why a command was refused by the rules.</summary>
public enum EnrolmentRefusal
{
    /// <summary>There is no course of this id.</summary>
    NoSuchCourse = 1,

    /// <summary>There is no student of this id.</summary>
    NoSuchStudent = 2,

    /// <summary>A course of this id is there already.</summary>
    CourseExists = 3,

    /// <summary>A student of this id is there already.</summary>
    StudentExists = 4,

    /// <summary>The student is in the course already.</summary>
    AlreadyJoined = 5,

    /// <summary>The student is not in the course.</summary>
    NotJoined = 6,

    /// <summary>All places of the course are taken.</summary>
    CourseFull = 7,

    /// <summary>The student is in as many courses as they may be.</summary>
    StudentAtLimit = 8,
}
